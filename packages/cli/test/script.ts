import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Finished, finished, watched } from './binary.ts'
import type { Shell } from './shell.ts'

/** As `forward.mjs` sends it. */
interface Asked {
  args: string[]
  stdin: string
  token?: string
  apiKey?: string
}

/** Runs a script of bash whose `$KINORA` is `kinora` in this process. */
export async function runScript(
  shell: Shell,
  cwd: string,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<Finished> {
  const commands = createServer(async (request, answer) => {
    const { args, stdin, token, apiKey } = JSON.parse(await text(request)) as Asked
    const env = { ...(token && { KINORA_TOKEN: token }), ...(apiKey && { KINORA_API_KEY: apiKey }) }
    answer.end(JSON.stringify(await shell.run(args, { stdin, env })))
  }).listen(0, '127.0.0.1')
  await once(commands, 'listening')
  const { port } = commands.address() as AddressInfo
  const forward = join(import.meta.dirname, 'forward.mjs')
  const env = { ...process.env, ...more, KINORA: `${process.execPath} ${forward} http://127.0.0.1:${port}` }
  const ended = await finished(watched(spawn('bash', args, { env, cwd })))
  commands.close()
  return ended
}
