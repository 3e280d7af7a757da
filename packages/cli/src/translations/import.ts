import {
  createMessages,
  en,
  KinoraError,
  originalOf,
  planTranslations,
  readTranslations,
  type TranslationDraft,
  type TranslationPlan,
  translations,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { formsText } from './forms.ts'

type Change = TranslationPlan['changes'][number]

const columns: readonly Column<Change>[] = [
  { header: 'KEY', value: row => row.key, look: 'accent' },
  { header: 'NOW', value: ({ key, before }) => formsText(before ?? originalOf(key) ?? ''), flexible: true },
  { header: 'NEW', value: row => formsText(row.text), flexible: true },
]

/** What `--json` may name of an import. */
export const changeFields = ['key', 'text', 'before']

/** Says what a file would change; without `isDry` it is changed then, all of it or nothing. */
export async function importTexts(session: Session, path: string, isDry: boolean): Promise<void> {
  const { print, world } = session
  const file = readTranslations(await world.files.text(path))
  if (file === undefined)
    throw new KinoraError('invalid', { issues: [{ path: 'file', code: 'translation.noFile' }] })
  const send = await session.send()
  const options = { signal: world.interrupted }
  const { data } = await send(translations.list, {}, options)
  const plan = planTranslations(file, data)
  if (plan.problems.length > 0) throw refuse(session, plan)
  const values = { count: plan.changes.length, same: plan.unchanged }
  print.table(plan.changes, columns)
  if (isDry)
    return print.note(say('{{count}} would change, {{same}} are already so. Nothing was changed', values))
  const texts = plan.changes.map(({ key, text }): TranslationDraft => ({ key, text }))
  if (texts.length > 0) await send(translations.import, { texts }, options)
  print.done(say('{{count}} changed, {{same}} were already so', values))
}

/** A line for each text that can’t be taken. */
function refuse({ print }: Session, { problems }: TranslationPlan): KinoraError {
  const messages = createMessages(en)
  for (const { key, issue } of problems) print.fail(safe`${key}: ${messages.issue(issue)}`)
  const what = say(
    { one: '{{count}} text can’t be imported', other: '{{count}} texts can’t be imported' },
    { count: problems.length },
  )
  return explain('invalid', {
    what,
    how: 'Nothing was imported. Correct the lines above, then run the command again.',
  })
}
