import {
  type Catalogue,
  en,
  KinoraError,
  matches,
  originalOf,
  planTranslations,
  readTranslations,
  type Text,
  type Translation,
  type TranslationDraft,
  type TranslationPlan,
  translations,
  writeTranslations,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { explain, usage } from '../kernel/exit.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { messages } from '../kernel/messages.ts'
import { ofEach } from '../kernel/outcomes.ts'
import { exporting } from '../kernel/pages.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

type Change = TranslationPlan['changes'][number]

const changeColumns: readonly Column<Change>[] = [
  { header: 'KEY', value: row => row.key, look: 'accent' },
  { header: 'NOW', value: ({ key, before }) => formsText(before ?? originalOf(key) ?? ''), flexible: true },
  { header: 'NEW', value: row => formsText(row.text), flexible: true },
]

/** What `--json` may name of an import. */
const changeFields = ['key', 'text', 'before']

/** Says what a file would change; without `isDry` it is changed then, all of it or nothing. */
async function importTexts(session: Session, path: string, isDry: boolean): Promise<void> {
  const { print, world } = session
  const file = readTranslations(await world.files.text(path))
  if (file === undefined)
    throw new KinoraError('invalid', { issues: [{ path: 'file', code: 'translation.noFile' }] })
  const send = await session.send()
  const { data } = await send(translations.list, {})
  const plan = planTranslations(file, data)
  if (plan.problems.length > 0) throw refuse(session, plan)
  const values = { count: plan.changes.length, same: plan.unchanged }
  print.table(plan.changes, changeColumns)
  if (isDry)
    return print.note(say('{{count}} would change, {{same}} are already so. Nothing was changed', values))
  const texts = plan.changes.map(({ key, text }): TranslationDraft => ({ key, text }))
  if (texts.length > 0) await send(translations.import, { texts })
  print.done(say('{{count}} changed, {{same}} were already so', values))
}

/** A line for each text that can’t be taken. */
function refuse({ print }: Session, { problems }: TranslationPlan): KinoraError {
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

/** A text of the catalogue; without `text` the original shows. */
type Row = Pick<Translation, 'key' | 'original'> & Partial<Translation>

const fields = namesOf<Translation>({
  key: true,
  text: true,
  original: true,
  version: true,
  updatedDate: true,
  updatedBy: true,
})

const columns: readonly Column<Row>[] = [
  { header: 'KEY', value: row => row.key, look: 'accent' },
  {
    header: 'ORIGINAL',
    value: ({ original }) => original && formsText(original),
    look: 'dim',
    flexible: true,
  },
  { header: 'TEXT', value: row => row.text && formsText(row.text), flexible: true },
  { header: 'CHANGED', value: row => row.updatedDate?.slice(0, 10), look: 'dim' },
  { header: 'BY', value: row => row.updatedBy, flexible: true },
]

const read = async (session: Session): Promise<Translation[]> =>
  (await (await session.send())(translations.list, {})).data

const addList: FillCommand = (command, session) => {
  command
    .option('--all', 'every text of the catalogue, replaced or not')
    .option('--query <text>', 'part of the key, the original or the replacement')
    .hook('preAction', printing(session, fields))
    .action(async ({ all = false, query = '' }: { all?: boolean; query?: string }) => {
      const replaced = await read(session)
      const rows = all ? withOriginals(replaced) : replaced
      session.print.table(
        rows.filter(row => isLike(row, query)),
        columns,
      )
    })
  addExamples(command, ['', '--all --query "sign in"', '--json key,text,updatedBy'])
}

/** The whole catalogue, and what replaces a text that it no longer has. */
function withOriginals(replaced: readonly Translation[]): Row[] {
  const byKey = new Map<string, Row>(
    Object.entries(en as Catalogue).map(([key, original]) => [key, { key, original }]),
  )
  for (const row of replaced) byKey.set(row.key, row)
  return [...byKey.values()]
}

const isLike = ({ key, original, text }: Row, query: string): boolean =>
  matches(query, key, original && formsText(original), text && formsText(text))

interface SetFlags {
  one?: string
  other?: string
  ifVersion?: number
}

const addSet: FillCommand = (command, session) => {
  command
    .argument('<key>', 'key of a text, as list --all prints it')
    .argument('[text]', 'new text; values in braces stay')
    .option('--one <text>', 'new text for one thing, of a text by number')
    .option('--other <text>', 'new text for any other number')
    .option('--if-version <n>', text('resource.ifVersion'), Number)
    .hook('preAction', printing(session, fields))
    .action(async (key: string, plain: string | undefined, { ifVersion: version, ...forms }: SetFlags) => {
      const text = toText(plain, forms)
      const send = await session.send()
      const row = await send(translations.set, { key, text, version })
      session.print.record(row, [
        ['key', row.key],
        ['text', formsText(row.text)],
        ['original', row.original && formsText(row.original)],
        ['version', row.version],
      ])
      session.print.done(safe`${key} replaced`)
    })
  addExamples(command, [
    'loginPage.title "Welcome back"',
    'ui.titles.count --one "{{count}} class" --other "{{count}} classes"',
  ])
}

/** A text by number needs both of its forms. */
function toText(plain: string | undefined, { one, other }: Omit<SetFlags, 'ifVersion'>): Text {
  const isPlural = one !== undefined || other !== undefined
  if (plain !== undefined && isPlural) throw usage('Give a text, or --one and --other, not both')
  if (one !== undefined && other !== undefined) return { one, other }
  if (plain === undefined)
    throw usage(
      'The new text is missing',
      'Give it after the key, or as --one and --other: kinora texts set --help',
    )
  return plain
}

const addRemove = ofEach('key', {
  argument: ['<key...>', 'keys of texts'],
  async act(session, key) {
    await (await session.send())(translations.remove, { key })
    return 'The original is shown again'
  },
  examples: ['loginPage.title'],
})

const addExport = exporting({
  flags: () => given => given,
  ask: async session => ({ body: new TextEncoder().encode(writeTranslations(await read(session))) }),
  examples: ['-o texts.json', '> texts.json'],
})

const addImport: FillCommand = (command, session) => {
  command
    .argument('<file>', 'JSON file with a text for each key, as export writes it')
    .option('--dry-run', text('bulk.dryRun'))
    .hook('preAction', printing(session, changeFields))
    .action((path: string, { dryRun = false }: { dryRun?: boolean }) => importTexts(session, path, dryRun))
  addExamples(command, ['texts.json --dry-run', 'texts.json'])
}

/** I18N-03: `kinora texts`, for administrators. */
export const textVerbs: readonly LazyCommand[] = [
  verb('list', 'list the replaced texts with their originals', addList),
  verb('set', 'replace a text', addSet),
  verb('remove', 'show the original of texts again', addRemove),
  verb('export', 'write the replaced texts as JSON, to be edited and imported', addExport),
  verb('import', 'replace the texts of a JSON file, all or none; others stay', addImport),
]

/** A text in one line; of one by number both forms. */
const formsText = (text: Text): string => (typeof text === 'string' ? text : `${text.one} | ${text.other}`)
