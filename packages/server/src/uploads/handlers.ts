import type { uploads } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { readUploadState, receiveChunk } from './chunks/receive.ts'
import { offerFile } from './known-files/offer.ts'
import { proveFile } from './known-files/prove.ts'

export const uploadHandlers: Handlers<typeof uploads> = {
  video: (input, context) => receiveChunk('video', input, context),
  trailer: (input, context) => receiveChunk('trailer', input, context),
  videoState: ({ tag }, context) => readUploadState('video', tag, context),
  trailerState: ({ tag }, context) => readUploadState('trailer', tag, context),
  offer: offerFile,
  prove: proveFile,
}
