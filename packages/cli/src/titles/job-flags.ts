import { type TitleAct, TitleEdit, type TitleFilter } from '@kinora/core'
import type { Command } from 'commander'
import { safe } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import { addFlags, fieldsOf } from '../kernel/verb.ts'
import { addChoiceFlags } from './filter-flags.ts'
import { draftFlags } from './flags.ts'
import { withIds } from './references.ts'

/** What the titles of a job are chosen by, and what is done to them. */
export interface JobDraft {
  act: TitleAct
  tags?: string[]
  filter?: TitleFilter
  edit?: TitleEdit
}

type Given = Record<string, unknown>
const lists = ['equipmentIds', 'focusAreaIds', 'labelIds', 'keywords'] as const
const hows = { add: 'add', remove: 'remove', set: 'replace' } as const
type How = keyof typeof hows
const helps: Readonly<Record<How, string>> = {
  add: 'add to what each title has',
  remove: 'take off what each title has',
  set: 'put in place of what each title has; empty takes all off',
}

const flagOf = (how: How, field: string): string => `${how}-${draftFlags.names?.[field] ?? field}`
const namesOf = (how: How, fields: readonly string[]) =>
  Object.fromEntries(fields.map(field => [field, flagOf(how, field)]))

/** Flags that choose titles, as `titles list` has them; returns what turns them into a part of a draft. */
export function addTitleFlags(command: Command, session: Session) {
  command.argument('[tag...]', 'tags of titles; without them those that the filters find')
  const toFilter = addChoiceFlags(command)
  command.option('--everything', 'all titles, where neither tags nor filters are given')
  return async (tags: string[], flags: Given): Promise<Pick<JobDraft, 'tags' | 'filter'>> => {
    const filter = await withIds(session, toFilter(flags))
    const isFiltered = Object.keys(filter).length > 0
    if (tags.length > 0 && (isFiltered || flags.everything === true))
      throw usage('Tags and filters can’t be combined. Pass either.')
    if (tags.length > 0) return { tags }
    if (!isFiltered && flags.everything !== true)
      throw usage('No titles are chosen', 'Pass tags or filters, or --everything for all titles.')
    return { filter: filter as TitleFilter }
  }
}

const listField = {
  kind: 'text',
  many: true,
  nullable: false,
  choices: [],
  max: undefined,
  required: false,
  names: undefined,
} as const

/** `--set-…` for every field, and `--add-…` and `--remove-…` for lists; returns what turns them into an edit. */
export function addEditFlags(command: Command, session: Session) {
  const all = fieldsOf(TitleEdit)
  const scalars = [...all.keys()].filter(field => !lists.some(list => list === field))
  const toScalars = addFlags(command, new Map([...all].filter(([field]) => scalars.includes(field))), {
    names: namesOf('set', scalars),
    values: draftFlags.values ?? {},
    help: {
      ...draftFlags.help,
      isActive: 'visible (--no-set-active hides them)',
      isEquipment: 'requires equipment (--no-set-needs-equipment)',
    },
  })
  const ofLists = new Map(lists.map(list => [list, listField]))
  const toLists = (Object.keys(hows) as How[]).map(how => {
    const help = Object.fromEntries(lists.map(list => [list, helps[how]]))
    return [how, addFlags(command, ofLists, { names: namesOf(how, lists), help })] as const
  })
  return async (flags: Given): Promise<TitleEdit> => {
    const edit: Given = await withIds(session, toScalars(flags))
    const used = new Map<string, How>()
    for (const [how, toList] of toLists)
      for (const [list, values] of Object.entries(await withIds(session, toList(flags)))) {
        const earlier = used.get(list)
        if (earlier !== undefined)
          throw usage(
            safe`--${flagOf(earlier, list)} and --${flagOf(how, list)} can’t be combined. Do one after the other.`,
          )
        used.set(list, how)
        edit[list] = { how: hows[how], values }
      }
    return edit as TitleEdit
  }
}
