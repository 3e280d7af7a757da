import type { uploads } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { offerFile } from './deduplication.ts'
import { proveFile } from './prove.ts'
import { readUploadState, receiveChunk } from './receive.ts'

export const uploadHandlers: Handlers<typeof uploads> = {
  video: (input, context) => receiveChunk('video', input, context),
  trailer: (input, context) => receiveChunk('trailer', input, context),
  videoState: ({ tag }, context) => readUploadState('video', tag, context),
  trailerState: ({ tag }, context) => readUploadState('trailer', tag, context),
  offer: offerFile,
  prove: proveFile,
}
