package schema

// Supported returns why a version of the server is refused.
var Supported = supported
