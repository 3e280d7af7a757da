import { memberStatuses } from '../../members/index.ts'

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
