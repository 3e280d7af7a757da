import type { Column } from './print.ts'
import { withSpinner } from './progress.ts'
import type { Session } from './session.ts'
import { text } from './texts.ts'

interface Page<T> {
  data: readonly T[]
  page: number
  totalPages: number
  totalRecords: number
}

/** Asks the server, with a spinner while it takes its time. */
export const waiting = <T>(session: Session, ask: () => Promise<T>): Promise<T> =>
  withSpinner(session, text('wait.server'), ask)

/** Asks for a page of rows and prints it. */
export async function showPage<T extends object>(
  session: Session,
  ask: () => Promise<Page<T>>,
  columns: readonly Column<T>[],
): Promise<void> {
  const page = await waiting(session, ask)
  session.print.table(page.data, columns)
  session.print.page(page)
}
