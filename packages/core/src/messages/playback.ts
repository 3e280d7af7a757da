import type { Catalogue } from './catalogue.ts'

/** PLAY: playback event data. */
export const playbackTexts = {
  'playback.titleOrEvent': 'Name either titleTag or eventId.',
  'playback.noRecord': 'This isn’t a record in JSON. Correct its braces, quotes and commas.',
  'playback.recordTooLong': 'A record can have {{max}} characters.',
  'playback.tooLarge': 'A playback file can have {{max}} MB. Split it.',
  'playback.unknown': '{{field}} “{{value}}” doesn’t exist.',
  'playback.alreadyCommitted': 'This upload is committed and can’t be cancelled any more.',
  'playback.alreadyCancelled': 'This upload was cancelled. Upload the file again to commit it.',
  'playback.receiving': 'The file is still being read. Try again when the upload is done.',
} as const satisfies Catalogue
