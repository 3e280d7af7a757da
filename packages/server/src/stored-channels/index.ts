export {
  assertOwnChannel,
  channelRows,
  isChannelSeen,
  listChannels,
  readChannel,
  searchChannels,
  toChannelDraft,
} from './rows.ts'
