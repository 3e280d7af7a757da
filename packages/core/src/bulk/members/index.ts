export { memberColumns, memberTemplateRows } from './columns.ts'
export { inspectMembers } from './inspect.ts'
export { type MemberEvent, type MemberRow, readMembers, toMemberProblem } from './read.ts'
export type { ImportedSubscription, MemberRecord } from './record.ts'
