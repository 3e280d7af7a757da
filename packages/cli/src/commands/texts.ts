import {
  type Catalogue,
  en,
  matches,
  type Text,
  type Translation,
  translations,
  writeTranslations,
} from '@kinora/core'
import { bulkText } from '../bulk/texts.ts'
import { usage } from '../kernel/exit.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { forEachId, outcomeFields } from '../kernel/outcomes.ts'
import type { Column } from '../kernel/print.ts'
import { saveAnswer } from '../kernel/save-answer.ts'
import type { Session } from '../kernel/session.ts'
import { text as commonText } from '../texts.ts'
import { formsText } from '../translations/forms.ts'
import { changeFields, importTexts } from '../translations/import.ts'
import { translationText } from '../translations/texts.ts'

/** A text of the catalogue; without `text` the original shows. */
type Row = Pick<Translation, 'key' | 'original'> & Partial<Translation>

const fields = namesOf<Translation>({
  ...{ key: true, text: true, original: true, version: true, updatedDate: true, updatedBy: true },
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
  (await (await session.send())(translations.list, {}, { signal: session.world.interrupted })).data

const addList: FillCommand = (command, session) => {
  command
    .option('--all', translationText('help.all'))
    .option('--query <text>', translationText('help.query'))
    .hook('preAction', printing(session, fields))
    .action(async ({ all = false, query = '' }: { all?: boolean; query?: string }) => {
      const replaced = await read(session)
      const rows = all ? withOriginals(replaced) : replaced
      session.print.table(
        rows.filter(row => isLike(row, query)),
        columns,
      )
    })
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
    .argument('<key>', translationText('help.key'))
    .argument('[text]', translationText('help.text'))
    .option('--one <text>', translationText('help.one'))
    .option('--other <text>', translationText('help.other'))
    .option('--if-version <n>', commonText('resource.ifVersion'), Number)
    .hook('preAction', printing(session, fields))
    .action(async (key: string, plain: string | undefined, { ifVersion: version, ...forms }: SetFlags) => {
      const text = toText(plain, forms)
      const send = await session.send()
      const row = await send(translations.set, { key, text, version }, { signal: session.world.interrupted })
      session.print.record(row, [
        ['key', row.key],
        ['text', formsText(row.text)],
        ['original', row.original && formsText(row.original)],
        ['version', row.version],
      ])
      session.print.done(translationText('set.done', { key }))
    })
}

/** A text by number needs both of its forms. */
function toText(plain: string | undefined, { one, other }: Omit<SetFlags, 'ifVersion'>): Text {
  const isPlural = one !== undefined || other !== undefined
  if (plain !== undefined && isPlural) throw usage(translationText('set.both'))
  if (one !== undefined && other !== undefined) return { one, other }
  if (plain === undefined) throw usage(translationText('set.missing'), translationText('set.missingHow'))
  return plain
}

const addRemove: FillCommand = (command, session) => {
  command
    .argument('<key...>', translationText('help.keys'))
    .hook('preAction', printing(session, outcomeFields('key')))
    .action(async (keys: string[]) => {
      const send = await session.send()
      const act = (key: string) =>
        send(translations.remove, { key }).then(() => translationText('remove.done'))
      return forEachId(session, 'key', { ids: [...new Set(keys)], act })
    })
}

const addExport: FillCommand = (command, session) => {
  command
    .option('-o, --output <file>', commonText('api.output'))
    .action(async ({ output }: { output?: string }) =>
      saveAnswer(session, { body: new TextEncoder().encode(writeTranslations(await read(session))) }, output),
    )
}

const addImport: FillCommand = (command, session) => {
  command
    .argument('<file>', translationText('help.file'))
    .option('--dry-run', bulkText('help.dryRun'))
    .hook('preAction', printing(session, changeFields))
    .action((path: string, { dryRun = false }: { dryRun?: boolean }) => importTexts(session, path, dryRun))
}

const verb = (name: 'list' | 'set' | 'remove' | 'export' | 'import', fill: FillCommand): LazyCommand => ({
  name,
  summary: translationText(`help.${name}`),
  load: async () => fill,
})

/** I18N-03: `kinora texts`, for administrators. */
export const textVerbs: readonly LazyCommand[] = [
  verb('list', addList),
  verb('set', addSet),
  verb('remove', addRemove),
  verb('export', addExport),
  verb('import', addImport),
]
