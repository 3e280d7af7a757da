import type { Catalogue } from './catalogue.ts'

/** Uploads: states and refusals (UPLOAD-20). */
export const uploadTexts = {
  'upload.failed': 'Upload failed',
  'upload.cancelled': 'Upload cancelled',
  'upload.processingFailed': 'Processing failed',
  'upload.waitingForNetwork': 'Waiting for the network',
  'upload.another': 'Another upload is going on.',
  'upload.oneBroken': 'You can upload only one broken file at once.',
  'upload.connection': 'Connection error',
  'upload.chunkOutOfRange': 'Chunk {{chunk}} is out of range. This file has {{total}} chunks.',
  'upload.chunkDigest': 'Chunk {{chunk}} was damaged in transit. Send it again.',
  'upload.chunkSize': 'Chunk {{chunk}} must be {{expected}} bytes, not {{actual}}.',
  'upload.mismatch': 'The upload doesn’t match what was announced: {{what}}.',
  'upload.notBegun': 'The server has no such upload. Start with chunk 1.',
  'upload.overtaken': 'Chunk {{chunk}} was sent again. The newer request is used.',
  'upload.otherFile':
    'This is a different file from the one you started with. Choose the same file, or start over with this one.',
  'upload.reused': 'Already on the platform. Nothing to send.',
  'upload.otherUser': 'The upload was cancelled because another user signed in.',
  'upload.stalled': 'No data for {{seconds}} seconds. Retrying.',
  'upload.broken': 'The browser no longer has the file. Choose it again to continue.',
  'upload.locked': 'Your browser needs permission to read the file again.',
  'upload.stillLocked':
    'The browser didn’t allow access to the file. Allow it, or choose the same file again.',
  'upload.signedOut': 'Sign in again to continue the upload.',
  'upload.busy':
    'The title is still processing. Wait until it finishes, or cancel it before you upload another file.',
  'upload.unreadable': 'The file couldn’t be read from disk. Check it, then resume.',
  'upload.notPossible': '“{{action}}” isn’t possible while the upload is {{state}}.',

  'ui.uploads.upload': 'Upload',
} as const satisfies Catalogue

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
