import type { SayBulk } from '@kinora/core/bulk'
import { bulkText } from '../bulk/texts.ts'
import { workText } from './texts.ts'

/** What is said of the rows of an uploaded CSV: where it names a template, it is that of the noun. */
export const wordsWith =
  (command: string): SayBulk =>
  (key, values) =>
    key === 'mend.template' ? workText('template', { command }) : bulkText(key, values)
