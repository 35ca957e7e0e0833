export const channelName = "acolhe-account";
