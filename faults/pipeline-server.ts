import { readConfig, startPlatform } from '../packages/server/src/platform.ts'
import { withFault } from './pipeline-points.ts'

/** The real server, which dies with -9 at the point of processing that KINORA_FAULT_POINT names. */
const { url } = await startPlatform(readConfig(process.env), deps =>
  withFault(deps, process.env.KINORA_FAULT_POINT),
)
process.stdout.write(`Kinora is running at ${url}\n`)
