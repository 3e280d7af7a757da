import type { MessageKey } from '../messages/en.ts'

/**
 * The sentence that says how to mend an issue, where there is one. It stands beside the register's own, which stays as it is
 * (VAL-10, VAL-14, CHAN-14); its values are the issue's `params`, and without them it isn't said.
 */
export const mends: Partial<Record<MessageKey, MessageKey>> = {
  'validation.fileNameCharacters': 'mend.fileNameCharacters',
  'validation.fileNameLength': 'mend.fileNameLength',
  'validation.videoType': 'mend.fileIs',
  'validation.audioType': 'mend.fileIs',
  'validation.fileType': 'mend.fileIs',
  'validation.fileFormat': 'mend.fileIs',
}
