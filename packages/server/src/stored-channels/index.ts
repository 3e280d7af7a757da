export {
  assertOwnChannel,
  channelRows,
  isChannelInScope,
  isChannelSeen,
  listChannels,
  listShownChannels,
  readChannel,
  searchChannels,
  toChannelDraft,
} from './rows.ts'
