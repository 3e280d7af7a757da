import type { Command } from 'commander'
import type { Session } from '../kernel/session.ts'
import { text } from '../texts.ts'

interface ServeFlags {
  port?: string
  host?: string
  data?: string
  empty?: boolean
}

/** The whole platform in this process; the server is loaded only here. */
export function addServe(command: Command, session: Session): void {
  command
    .option('--port <n>', text('serve.port'))
    .option('--host <address>', text('serve.host'))
    .option('--data <folder>', text('serve.data'))
    .option('--empty', text('serve.empty'))
    .action((flags: ServeFlags) => serve(session, flags))
}

/** Runs until Ctrl-C, then finishes the current write. */
async function serve({ world, print }: Session, flags: ServeFlags): Promise<void> {
  const { readConfig, startPlatform } = await import('@kinora/server/platform')
  const given = { PORT: flags.port, HOST: flags.host, KINORA_DATA_DIR: flags.data }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const platform = await startPlatform(readConfig({ ...world.env, ...set }, { empty: flags.empty }))
  try {
    print.line(text('serve.running', { url: platform.url }))
    for (const note of platform.notes) print.warn(note)
    for (const { email } of platform.demo.accounts)
      print.note(text('serve.account', { email, url: platform.url }))
    await ended(world.interrupted)
  } finally {
    await platform.close()
  }
  print.done(text('serve.stopped'))
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
