import {
  AuditEntry,
  actionWords,
  audit,
  changeWords,
  en,
  entryWords,
  fillText,
  nounWords,
} from '@kinora/core'
import type { Command } from 'commander'
import { type LazyCommand, verb } from '../kernel/lazy.ts'
import { exporting, listing } from '../kernel/pages.ts'
import type { Column } from '../kernel/print.ts'
import { addFlags, fieldsOf, rowsOfPage } from '../kernel/verb.ts'

const words: Parameters<typeof nounWords>[1] = (key, params) => fillText(en[key], params)

const columns: readonly Column<AuditEntry>[] = [
  { header: 'WHEN', value: entry => entry.at, look: 'dim' },
  { header: 'WHO', value: ({ by, email }) => email ?? by, flexible: true },
  { header: 'ACTION', value: entry => actionWords(entry, words), look: 'accent' },
  { header: 'WHAT', value: ({ noun }) => nounWords(noun, words) },
  { header: 'ID', value: ({ row }) => row },
  { header: 'FROM', value: ({ client, address }) => address ?? client, look: 'dim' },
  {
    header: 'CHANGES',
    value: ({ changes }) => changes.map(change => changeWords(change, words)).join('; '),
    flexible: true,
  },
  // Last, so that scripts find the other columns where they were.
  { header: 'NAME', value: ({ name }) => name, flexible: true },
  { header: 'WHAT HAPPENED', value: entry => entryWords(entry, words), flexible: true },
  { header: 'KEY', value: ({ keyName }) => keyName, flexible: true },
  { header: 'ON BEHALF OF', value: ({ externalName }) => externalName, flexible: true },
]

const addFilterFlags = (command: Command, kind: 'list' | 'export') =>
  addFlags(command, fieldsOf(audit[kind].input), {
    help: {
      who: 'part of the name or email of the person',
      query: 'part of a name, of people and of what they changed (also of what is gone), or its id',
      kind: 'kind of entry',
      noun: 'what was changed, such as titles or accounts',
      row: 'id of what was changed; of a refusal the call, such as titles.publish',
      since: 'from this day on, such as 2026-11-20 (UTC)',
      until: 'to the end of this day (UTC)',
    },
    names: { row: 'id' },
    omit: rowsOfPage,
  })

const addList = listing({
  flags: command => addFilterFlags(command, 'list'),
  fields: Object.keys(AuditEntry.shape),
  ask: async (session, input) => (await session.send())(audit.list, input),
  columns,
  examples: ['--who ada --since 2026-11-01', '--kind failedSignIn --json at,email,address', '--id TAG'],
})

const addExport = exporting({
  flags: command => addFilterFlags(command, 'export'),
  ask: async (session, input) => (await session.send())(audit.export, input, { timeout: 0 }),
  examples: ['--since 2026-11-01 --until 2026-11-30 -o audit.csv'],
})

/** † decision 0056: `kinora audit`, for administrators and customer support. */
export const auditVerbs: readonly LazyCommand[] = [
  verb('list', 'list entries, the newest first', addList),
  verb('export', 'write all matching entries as CSV', addExport),
]
