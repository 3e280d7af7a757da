import { bulkTexts as coreTexts, type TranslateBulk } from '@kinora/core/bulk'
import { say } from '../kernel/cells.ts'
import { contextFlags, inContext } from '../kernel/hints.ts'
import type { Session } from '../kernel/session.ts'

/** What core says of catalogues; where it names a command, that of the terminal. */
const bulkTexts = {
  ...coreTexts,
  'next.retry': 'Try again with: kinora titles bulk retry --failed',
  'next.publish': 'Fill in what is missing and run again with --publish.',
  'next.force': 'Overwrite it with --force, or accept it as it is: kinora titles bulk reconcile',
}

/** What this command says of catalogues; `template` is the command that prints the template of another uploaded CSV. */
export function wordsIn(session: Session, template = 'kinora titles bulk template'): TranslateBulk {
  const context = contextFlags(session)
  const texts = { ...bulkTexts, 'mend.template': `Start from: ${template}` }
  return (key, values) => {
    const found = texts[key]
    return say(typeof found === 'string' ? inContext(found, context) : found, values)
  }
}
