export {
  channelRows,
  listChannels,
  readChannel,
  searchChannels,
  toChannelDraft,
} from './rows.ts'
