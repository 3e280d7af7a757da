import type { FaultCase } from './cases.ts'
import type { Injected } from './proof.ts'
import { createRandom } from './random.ts'
import { roles as bothRoles, openRig, type Rig, type RigOptions } from './rig.ts'

export interface Result {
  name: string
  injected: Injected
  /** Undefined when all of it held. */
  failure: string | undefined
  absent?: string
}

/** On which database, and with what as the file. */
export type Setting = Required<Pick<RigOptions, 'database' | 'role'>>

/** Whether a case has anything to say there: several servers have no disk of their own that fills, nor a point of the code to die at. */
export function fits({ database, roles = bothRoles, own }: FaultCase, setting: Setting): boolean {
  const isSeveral = setting.database === 'servers'
  if (isSeveral && (own?.prepare !== undefined || own?.entry !== undefined)) return false
  const is = isSeveral && database === 'postgres' ? database : setting.database
  return (database === undefined || database === is) && roles.includes(setting.role)
}

/** Runs a case on the shared rig or on one of its own; a failure is a result, not an end. */
export async function runCase(
  each: FaultCase,
  shared: () => Promise<Rig>,
  seed: number,
  setting?: Setting,
): Promise<Result> {
  const none: Injected = { faults: [], resent: 0 }
  const absent = each.absent?.()
  if (absent !== undefined) return { name: each.name, injected: none, failure: undefined, absent }
  let own: Rig | undefined
  try {
    if (each.own !== undefined) own = await openRig({ ...setting, ...each.own, random: createRandom(seed) })
    const injected = await each.run(own ?? (await shared()))
    return { name: each.name, injected, failure: undefined }
  } catch (error) {
    return { name: each.name, injected: none, failure: String((error as Error).message ?? error) }
  } finally {
    await own?.server.kill()
    each.own?.release?.()
    await own?.close()
  }
}

/** The table at the end: case, faults injected, bytes re-sent, result. */
export function toTable(results: readonly Result[]): string {
  const rows = results.map(({ name, injected, failure, absent }) => [
    name,
    String(injected.faults.length),
    injected.resent.toLocaleString('en'),
    absent !== undefined
      ? `not run: ${absent}`
      : failure !== undefined
        ? 'FAILED'
        : ['held', injected.measured].filter(Boolean).join(', '),
  ])
  const all = [['case', 'faults', 'bytes re-sent', 'result'], ...rows]
  const widths = [0, 1, 2].map(column => Math.max(...all.map(row => row[column]!.length)))
  const lines = all.map(
    ([name, count, bytes, result]) =>
      `${name!.padEnd(widths[0]!)}  ${count!.padStart(widths[1]!)}  ${bytes!.padStart(widths[2]!)}  ${result}`,
  )
  return lines.join('\n')
}
