import { inspect, parseArgs } from 'node:util'
import { createMessages, en, isKinoraError } from '@kinora/core'
import { type Platform, readConfig, startPlatform } from './platform.ts'

const platform = await start().catch((error: unknown) => {
  const text = isKinoraError(error) ? createMessages(en).error(error) : inspect(error)
  process.stderr.write(`Kinora did not start.\n${text}\n`)
  process.exit(1)
})
stopOnSignals(platform)
announce(platform)

async function start(): Promise<Platform> {
  const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false } } })
  return startPlatform(readConfig(process.env, values))
}

function announce({ url, demo, notes, deps }: Platform): void {
  const { siteUrl, ingestUrl } = deps.settings
  const sites =
    siteUrl === undefined
      ? []
      : [`Sites: ${siteUrl.replace('{tenantId}', 'pulsehouse')} and those of other tenants by their ids`]
  const live = ingestUrl === undefined ? [] : [`Live streams: ${ingestUrl}/STREAM-KEY, from OBS or ffmpeg`]
  const lines = [`Kinora is running at ${url}`, ...(demo.accounts.length > 0 ? sites : []), ...live, ...notes]
  if (demo.accounts.length > 0) {
    const shown = process.env.KINORA_DEMO_PASSWORD ? 'the one in KINORA_DEMO_PASSWORD' : demo.password
    lines.push('', `Accounts (password: ${shown})`, ...demo.accounts.map(account => `  ${account.email}`))
    lines.push('', 'Try from another terminal:')
    lines.push(`  npx kinora login --url ${url} --email ${demo.accounts[0]!.email}`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

function stopOnSignals({ close, deadline }: Platform): void {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(130)
    stopping = true
    // Come what may.
    setTimeout(() => process.exit(1), deadline).unref()
    await close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
