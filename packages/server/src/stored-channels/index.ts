export {
  assertOwnChannel,
  channelRows,
  isChannelInScope,
  isChannelSeen,
  listChannels,
  readChannel,
  searchChannels,
  toChannelDraft,
} from './rows.ts'
