import { type BulkTextKey, bulkTexts as coreTexts, type SayBulk } from '@kinora/core/bulk'
import { say } from '../kernel/cells.ts'

/** What core says of catalogues; where it names a command, that of the terminal. */
const bulkTexts = {
  ...coreTexts,
  'mend.template': 'Start from: kinora titles bulk template',
  'next.retry': 'Try again with: kinora titles bulk retry --failed',
  'next.publish': 'Fill in what is missing and run again with --publish.',
  'next.force': 'Overwrite it with --force, or accept it as it is: kinora titles bulk reconcile',
}

export const bulkText = (key: BulkTextKey, values?: Parameters<SayBulk>[1]): string =>
  say(bulkTexts[key], values)

/** What is said of the rows of another uploaded CSV, whose template `command` prints. */
export const wordsWith =
  (command: string): SayBulk =>
  (key, values) =>
    key === 'mend.template' ? say('Start from: {{command}}', { command }) : bulkText(key, values)
