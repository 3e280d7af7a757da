import type { Command } from 'commander'
import type { Session } from '../kernel/session.ts'
import { text } from '../texts.ts'

/** The whole platform in this process; the server is loaded only here. */
export function addServe(program: Command, session: Session): void {
  program
    .command('serve')
    .summary(text('serve.summary'))
    .description(text('serve.description'))
    .option('--port <n>', text('serve.port'))
    .option('--host <address>', text('serve.host'))
    .option('--data <folder>', text('serve.data'))
    .option('--empty', text('serve.empty'))
    .action(() => {
      session.print.note('')
    })
}
