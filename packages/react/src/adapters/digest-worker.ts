import { digestOfPart, type PartAnswer, type PartQuestion } from './part.ts'

/** The script of a worker that reads and hashes parts of files, so that the page's own thread need do neither. */
self.addEventListener('message', ({ data }: MessageEvent<PartQuestion>) => {
  const answer = (digest: PartAnswer['digest']) =>
    self.postMessage({ number: data.number, digest } satisfies PartAnswer)
  digestOfPart(data.file, data.start, data.end).then(answer, () => answer(undefined))
})
