import type { Catalogue } from './catalogue.ts'

/** Processing failures that a person can act on; the server keeps the key, whoever shows it has the words. */
export const processingTexts = {
  'processing.unreadable': 'The file could not be read as a video. It may be damaged; upload it again.',
  'processing.noVideo': 'The file holds no picture. Upload a video with a picture of 16:9.',
  'processing.noAudio': 'The file holds no sound. Upload an audio file with sound.',
  'processing.failed': 'Processing did not succeed after several tries. Try again, or upload the file anew.',
  'processing.timeout': 'Processing took longer than allowed. Try again.',
  'processing.stalled': 'Processing stopped moving, several times. Try again, or upload the file anew.',
  'processing.missing': 'The stored file is missing. Upload it again.',
} as const satisfies Catalogue
