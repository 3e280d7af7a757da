import { createMessages, en } from '@kinora/core'
import { readCsv } from '@kinora/core/bulk'
import { safe } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import type { LocalFile } from '../kernel/world.ts'

/** A template's columns, and the command that prints it. */
interface Template {
  columns: readonly string[]
  command: string
}

/** BULK-07, USER-11: lists the columns of a header that isn't the template's, before any row is checked. */
export async function assertTemplateHeader({ blob }: LocalFile, template: Template): Promise<void> {
  const { columns, command } = template
  const given = await readHeaderCells(blob, columns)
  if (given === undefined || given.join('\n') === columns.join('\n')) return
  const missing = columns.filter(name => !given.includes(name))
  const unknown = given.filter(name => !columns.includes(name))
  const why = [
    missing.length > 0 ? safe`Missing columns: ${missing.join(', ')}.` : '',
    unknown.length > 0 ? safe`Columns that aren’t in the template: ${unknown.map(toShown).join(', ')}.` : '',
  ].filter(Boolean)
  throw usage(
    createMessages(en).text('validation.fileFormat'),
    safe`Use the header of the template: ${command}`,
    why.join(' ') || 'The columns are in a different order than in the template, or appear more than once.',
  )
}

const toShown = (name: string): string => (name === '' ? 'one without a name' : name)

/** The first row that isn't blank; undefined where there is none or the file can't be read, which the check says. */
async function readHeaderCells(blob: Blob, columns: readonly string[]): Promise<string[] | undefined> {
  try {
    for await (const event of readCsv(blob.stream(), columns)) {
      if (event.kind === 'broken') return undefined
      const cells = event.records.find(record => record.some(cell => cell.trim() !== ''))
      if (cells !== undefined) return cells.map(cell => cell.trim())
    }
  } catch {
    return undefined
  }
  return undefined
}
