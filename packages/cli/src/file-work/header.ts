import { createMessages, en } from '@kinora/core'
import { readCsv, templateRows } from '@kinora/core/bulk'
import { usage } from '../kernel/exit.ts'
import type { LocalFile } from '../kernel/world.ts'
import { batchText } from './texts.ts'

/** BULK-07: lists the columns of a header that isn't the template's, before any row is checked. */
export async function assertTemplateHeader({ blob }: LocalFile): Promise<void> {
  const given = await readHeaderCells(blob)
  const [template = []] = templateRows()
  if (given === undefined || given.join('\n') === template.join('\n')) return
  const missing = template.filter(name => !given.includes(name))
  const unknown = given.filter(name => !template.includes(name))
  const why = [
    missing.length > 0 ? batchText('header.missing', { columns: missing.join(', ') }) : '',
    unknown.length > 0 ? batchText('header.unknown', { columns: unknown.map(toShown).join(', ') }) : '',
  ].filter(Boolean)
  throw usage(
    createMessages(en).text('validation.fileFormat'),
    batchText('header.how'),
    why.join(' ') || batchText('header.order'),
  )
}

const toShown = (name: string): string => (name === '' ? batchText('header.nameless') : name)

/** The first row that isn't blank; undefined where there is none or the file can't be read, which the check says. */
async function readHeaderCells(blob: Blob): Promise<string[] | undefined> {
  try {
    for await (const event of readCsv(blob.stream())) {
      if (event.kind === 'broken') return undefined
      const cells = event.records.find(record => record.some(cell => cell.trim() !== ''))
      if (cells !== undefined) return cells.map(cell => cell.trim())
    }
  } catch {
    return undefined
  }
  return undefined
}
