// Package dialog holds the layers over a page: dialogs, the confirmation before an action that cannot be undone, the form that
// asks for the data of one action, and the drawer with a record over its list.
package dialog
