import { createReadStream, statSync } from 'node:fs'
import * as tus from 'tus-js-client'

/** Its types leave out what only Node has. */
const { FileUrlStorage } = tus as unknown as { FileUrlStorage: new (path: string) => tus.UrlStorage }

/** Sends a file with tus-js-client in chunks of 4 MiB; goes on with an upload that its storage knows. */
const [path = '', endpoint = '', storage = ''] = process.argv.slice(2)
const upload = new tus.Upload(createReadStream(path), {
  endpoint,
  chunkSize: 4_194_304,
  uploadSize: statSync(path).size,
  urlStorage: new FileUrlStorage(storage),
  fingerprint: async () => path,
  onError(error) {
    console.error(error.message)
    process.exitCode = 1
  },
})
const [before] = await upload.findPreviousUploads()
if (before !== undefined) upload.resumeFromPreviousUpload(before)
upload.start()
