import { createPartReader, type DigestRequest, type DigestResponse } from './digest-part.ts'

const digestOfPart = createPartReader()
let before: Promise<unknown> = Promise.resolve()
let known = new Blob()

/** The script of a worker that reads and hashes parts of files, one after the other, so that the page's own thread need do neither. */
self.addEventListener('message', ({ data }: MessageEvent<DigestRequest>) => {
  const answer = (digest: DigestResponse['digest']) =>
    self.postMessage({ number: data.number, digest } satisfies DigestResponse)
  known = data.file ?? known
  const part = { ...data, file: known }
  before = before.then(() => digestOfPart(part)).then(answer, () => answer(undefined))
})
