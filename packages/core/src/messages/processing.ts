import type { Catalogue } from './catalogue.ts'

/** How far processing is, and failures that a person can act on; the server keeps the key, whoever shows it has the words. */
export const processingTexts = {
  'processing.unreadable': 'The file couldn’t be read as a video and may be damaged. Upload it again.',
  'processing.noVideo': 'The file has no video track. Upload a 16:9 video.',
  'processing.noAudio': 'The file has no audio track. Upload an audio file with sound.',
  'processing.altered':
    'Processing changed the sound or the picture, so the result was discarded. Export the file again as MP4, M4A or MP3 and upload it.',
  'processing.failed': 'Processing failed after several attempts. Try again, or upload the file again.',
  'processing.failedNoFile': 'Processing failed, and the file is no longer stored. Upload it again.',
  'processing.timeout': 'Processing took too long. Try again.',
  'processing.stalled': 'Processing stalled several times. Try again, or upload the file again.',
  'processing.missing': 'The stored file is missing. Upload it again.',

  'ui.status.queued': 'Waiting to be processed',
  'ui.status.blocked':
    'Waiting: the server has no ffmpeg. An administrator can install it; processing then starts by itself.',
  'ui.status.normalise': 'Normalizing audio, {{percent}}%',
  'ui.status.encode': 'Encoding, {{percent}}%',
  'ui.status.cover': 'Creating the cover',
  'ui.status.finish': 'Finishing up',
} as const satisfies Catalogue
