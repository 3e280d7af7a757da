import type { Command } from 'commander'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import type { Session } from '../kernel/session.ts'

interface ServeFlags {
  port?: string
  host?: string
  data?: string
  empty?: boolean
  role?: string
}

/** The whole platform in this process; the server is loaded only here. */
export function addServe(command: Command, session: Session): void {
  command
    .option('--port <n>', 'port to listen on (PORT)')
    .option('--host <address>', 'address to listen on (HOST)')
    .option('--data <folder>', 'data folder (KINORA_DATA_DIR)')
    .option('--role <role>', 'web, worker or all: what this server does (KINORA_ROLE)')
    .option('--empty', 'start without demo data, with one administrator')
    .action((flags: ServeFlags) => serve(session, flags))
  addExamples(command, ['', '--port 8080 --data /var/lib/kinora', '--role worker'])
}

/** Runs until Ctrl-C, then finishes the current write. */
async function serve({ world, print }: Session, flags: ServeFlags): Promise<void> {
  const { readConfig, startPlatform } = await import('@kinora/server/platform')
  const given = { PORT: flags.port, HOST: flags.host, KINORA_DATA_DIR: flags.data, KINORA_ROLE: flags.role }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const platform = await startPlatform(readConfig({ ...world.env, ...set }, { empty: flags.empty }))
  try {
    print.line(safe`Kinora is running at ${platform.url}`)
    const { ingestUrl } = platform.deps.settings
    if (ingestUrl !== undefined) print.line(safe`Live streams: ${ingestUrl}/STREAM-KEY, from OBS or ffmpeg`)
    for (const note of platform.notes) print.warn(note)
    for (const { email } of platform.demo.accounts)
      print.note(safe`  kinora login --url ${platform.url} --email ${email}`)
    await ended(world.interrupted)
  } finally {
    await platform.close()
  }
  print.done('Stopped. Nothing was lost.')
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
