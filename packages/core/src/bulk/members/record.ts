import { isLonger, isStorable } from '../../kernel/characters.ts'
import type { Issue } from '../../kernel/errors.ts'
import { isBlank, isEmail, limits } from '../../kernel/field-rules.ts'
import { dateProblem, fromWireDate } from '../../kernel/formats.ts'
import { type MemberStatus, memberStatuses } from '../../members/schema.ts'
import { readText, toText } from '../csv/cells.ts'

/** C-115: the columns of `UserDataTemplate.csv`, in its order. */
export const memberColumns = [
  'externalUserId',
  'name',
  'email',
  'subscriptionTitle',
  'productId',
  'planId',
  'status',
  'startDate',
  'endDate',
] as const
export type MemberColumn = (typeof memberColumns)[number]

const help: Readonly<Record<MemberColumn, [help: string, example: string]>> = {
  externalUserId: ['your own id of the member, never changes', 'm-1001'],
  name: ['up to 255 characters', 'Ada Bright'],
  email: ['an e-mail address', 'ada@studio.example'],
  subscriptionTitle: ['may be empty; a row for each subscription', 'Premium'],
  productId: ['may be empty', 'prod-1'],
  planId: ['may be empty', 'monthly'],
  status: [memberStatuses.join(', '), 'active'],
  startDate: ['year-month-day', '2026-01-01'],
  endDate: ['year-month-day; empty: goes on', ''],
}

export const memberExample = (column: MemberColumn): string => help[column][1]

/**
 * USER-04: the header, a row that says what each column takes and an example. Both begin with #, so that they are notes and
 * nobody comes of them until the mark is removed.
 */
export function memberTemplateRows(): string[][] {
  const notes = [0, 1].map(at => memberColumns.map(column => help[column][at]!))
  return [[...memberColumns], ...notes.map(([first, ...rest]) => [`# ${first}`, ...rest])]
}

/** A subscription as a row states it; days are 2026-11-20. */
export interface ImportedSubscription {
  title: string
  productId: string
  planId: string | null
  status: MemberStatus
  startDate: string | null
  endDate: string | null
}

/** † The same as a site tells it, which knows more; what it leaves out stays as it is. */
export interface ToldSubscription extends ImportedSubscription {
  externalStatus?: string | null
  price?: string | null
  trialStart?: string | null
  trialEnd?: string | null
  discountCode?: string | null
  crmSource?: string | null
  crmUserId?: string | null
}

/** A member as a row states it. */
export interface MemberRecord {
  externalUserId: string
  name: string
  email: string
  /** Absent where the row names no subscription. */
  subscription?: ToldSubscription | undefined
}

/** What is wrong with one cell. */
export interface CellIssue {
  column: MemberColumn
  issue: Issue
}

type Cells = Readonly<Record<MemberColumn, string>>

/** The cells of a row by column, without the space around them and without a spreadsheet's guard. */
export const toCells = (cells: readonly string[]): Cells =>
  Object.fromEntries(
    memberColumns.map((column, at) => {
      const text = toText(readText(cells[at] ?? '', { isExported: false }))
      return [column, isStorable(text) && isBlank(text) ? '' : text]
    }),
  ) as unknown as Cells

/** C-131: a member of a row, or all that is wrong with it. No text of an issue quotes a cell: issues are kept longer than members. */
export function readMember(cells: Cells): { record: MemberRecord } | { issues: CellIssue[] } {
  const issues = memberColumns.flatMap(column => {
    const issue = checkCell(column, cells[column])
    return issue === undefined ? [] : [{ column, issue }]
  })
  const { externalUserId, name, email, startDate, endDate } = cells
  if (issues.length === 0 && startDate !== '' && endDate !== '' && endDate < startDate)
    issues.push({ column: 'endDate', issue: { path: 'endDate', code: 'memberImport.endBeforeStart' } })
  const subscription = toSubscription(cells)
  if (subscription === 'nameless')
    issues.push({
      column: 'subscriptionTitle',
      issue: { path: 'subscriptionTitle', code: 'memberImport.nameless' },
    })
  if (issues.length > 0 || subscription === 'nameless') return { issues }
  return { record: { externalUserId, name, email, subscription } }
}

const required: ReadonlySet<MemberColumn> = new Set(['externalUserId', 'name', 'email'])

function checkCell(column: MemberColumn, cell: string): Issue | undefined {
  const fail = (code: Issue['code'], params?: Issue['params']): Issue => ({ path: column, code, params })
  if (!isStorable(cell)) return fail('validation.characters', { field: column })
  if (isBlank(cell)) return required.has(column) ? fail('validation.required', { field: column }) : undefined
  if (column === 'email') return isEmail(cell) ? undefined : fail('validation.email')
  // Ids stand in indexes: their characters count, not their signs.
  const isTooLong = column === 'name' ? isLonger(cell, limits.text) : cell.length > limits.text
  if (isTooLong) return fail('validation.tooLong', { field: column, max: limits.text })
  if (column === 'status' && !isStatus(cell))
    return fail('validation.oneOf', { field: column, values: memberStatuses.join(', ') })
  if ((column === 'startDate' || column === 'endDate') && !isDay(cell))
    return fail(
      dateProblem(cell) === 'validation.date' || cell.length !== 10
        ? 'memberImport.date'
        : 'validation.noSuchDate',
      { field: column },
    )
  return undefined
}

const isStatus = (text: string): text is MemberStatus => (memberStatuses as readonly string[]).includes(text)
const isDay = (text: string): boolean =>
  text.length === 10 && text > '0001' && fromWireDate(text) !== undefined

/** None where nothing is said of one; `nameless` where something is said of one that has neither title nor product. */
function toSubscription(cells: Cells): ImportedSubscription | 'nameless' | undefined {
  const { subscriptionTitle: title, productId, planId, status, startDate, endDate } = cells
  if (title === '' && productId === '') {
    const isGiven = [planId, status, startDate, endDate].some(cell => cell !== '')
    return isGiven ? 'nameless' : undefined
  }
  const orNull = (text: string) => (text === '' ? null : text)
  return {
    title,
    productId,
    planId: orNull(planId),
    status: isStatus(status) ? status : 'active',
    startDate: orNull(startDate),
    endDate: orNull(endDate),
  }
}
