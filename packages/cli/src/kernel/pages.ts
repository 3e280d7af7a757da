import type { BinaryResponse } from '@kinora/core'
import type { Command } from 'commander'
import { addExamples } from './examples.ts'
import { printing } from './json-fields.ts'
import type { FillCommand } from './lazy.ts'
import type { Column } from './print.ts'
import { withSpinner } from './progress.ts'
import { saveResponse } from './save-response.ts'
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

type Given = Record<string, unknown>

/** Adds the flags of a command; what comes back makes its input of them. */
type AddFlags<Input> = (command: Command) => (given: Given) => Input

interface Listing<Input, Row> {
  flags: AddFlags<Input>
  /** What `--json` may name. */
  fields: Parameters<typeof printing>[1]
  ask(session: Session, input: Input): Promise<Page<Row>>
  columns: readonly Column<Row>[]
  examples: readonly string[]
}

/** A command that prints a page of rows. */
export const listing =
  <Input, Row extends object>({ flags, fields, ask, columns, examples }: Listing<Input, Row>): FillCommand =>
  (command, session) => {
    const toInput = flags(command)
    command
      .hook('preAction', printing(session, fields))
      .action((given: Given) => showPage(session, () => ask(session, toInput(given)), columns))
    addExamples(command, examples)
  }

interface Exporting<Input> extends Pick<Listing<Input, never>, 'flags' | 'examples'> {
  ask(session: Session, input: Input): Promise<Pick<BinaryResponse, 'body' | 'fileName'>>
}

/** A command that prints a file, or writes it with `--output`. */
export const exporting =
  <Input>({ flags, ask, examples }: Exporting<Input>): FillCommand =>
  (command, session) => {
    command.option('-o, --output <file>', text('api.output'))
    const toInput = flags(command)
    command.action(async ({ output, ...given }: Given & { output?: string }) =>
      saveResponse(session, await ask(session, toInput(given)), output),
    )
    addExamples(command, examples)
  }

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
