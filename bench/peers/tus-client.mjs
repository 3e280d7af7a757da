import { createReadStream, statSync } from 'node:fs'
import { FileUrlStorage, Upload } from 'tus-js-client'

/** Sends a file with tus-js-client in chunks of 4 MiB; resumes an upload that its storage has. */
const [path = '', endpoint = '', storage = ''] = process.argv.slice(2)
const upload = new Upload(createReadStream(path), {
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
