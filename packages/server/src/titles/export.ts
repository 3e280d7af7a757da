import {
  type BinaryResponse,
  en,
  languageName,
  toDay,
  toSkillBand,
  toStatusKey,
  toWireDate,
} from '@kinora/core'
import { parse } from 'postgres-array'
import { type CsvCell, toCsvFile, toCsvLine } from '../kernel/csv.ts'
import type { Context } from '../kernel/handlers.ts'
import type { Scope } from '../kernel/scope.ts'
import type { NamesPort, TitleNames } from '../ports/names.ts'
import type { Filter } from './filter.ts'
import { eachTitle, type ListedTitle, type Sorting } from './search.ts'

const columns: readonly [string, (title: ListedTitle, names: TitleNames) => CsvCell][] = [
  ['Tag', title => title.tag],
  ['Title', title => title.class_name],
  ['Description', title => title.class_description],
  ['Status', title => en[toStatusKey(title.status)]],
  ['Type', title => (title.content_type === 1 ? 'Video' : 'Audio')],
  ['Provider', (title, names) => names.provider(title.provider_id)?.name ?? ''],
  ['Channel', (title, names) => names.channel(title.channel_id)],
  ['Category', (title, names) => names.category(title.class_category_id)],
  ['Sub category', (title, names) => names.subCategory(title.class_sub_category_id)],
  ['Language', title => languageName(title.class_language_code)],
  ['Duration (seconds)', title => title.duration_second],
  ['Skill', title => title.skill],
  ['Level', title => (title.skill === null ? null : toSkillBand(title.skill))],
  ['Intensity', title => title.intensity],
  ['Equipment', (title, names) => names.taxonomy(toList(title.equipment_ids)).join('; ')],
  ['Focus areas', (title, names) => names.taxonomy(toList(title.focus_area_ids)).join('; ')],
  ['Labels', (title, names) => names.taxonomy(toList(title.label_ids)).join('; ')],
  ['Keywords', title => toList(title.keywords).join('; ')],
  ['Instructor', title => title.instructor],
  ['Release date', title => title.schedule_date],
  ['Created', title => toTime(title.created_at)],
  ['Published', title => (title.published_date === null ? null : toTime(title.published_date))],
  ['File name', title => title.file_name],
  ['External id', title => title.external_id],
]
const cells = columns.map(([, read]) => read)

/** TITLE-29, API-25: what the list shows, as CSV, sent while it is read. */
export async function exportTitles(
  scope: Scope,
  input: Filter & Sorting,
  { deps }: Context,
): Promise<BinaryResponse> {
  const lines = toLines(ahead(eachTitle(scope, deps.db, input)), deps.names)
  return toCsvFile(lines, `Content_Titles_Export_${toDay(deps.clock.now())}.csv`)
}

/** The names are those of the beginning. */
async function* toLines(batches: AsyncGenerator<ListedTitle[]>, cache: NamesPort): AsyncGenerator<string> {
  let before = toCsvLine(columns.map(([name]) => name))
  const names = await cache.read()
  for await (const batch of batches) {
    yield before + batch.map(title => toCsvLine(cells.map(read => read(title, names)))).join('')
    before = ''
  }
  if (before !== '') yield before
}

/** Asks for the next batch before the one in hand is worked on: database and server work at the same time. */
async function* ahead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = batches.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = batches.next()
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await batches.return(undefined)
  }
}

/** A time as the database writes it; in UTC only the signs between its parts differ. */
const toTime = (text: string): string =>
  text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, 19)}` : toWireDate(new Date(text))

/** `{a,b}`, a list as the database writes it: most have nothing in them that is quoted. */
function toList(text: string): string[] {
  if (text === '{}') return []
  return text.includes('"') ? parse(text) : text.slice(1, -1).split(',')
}
