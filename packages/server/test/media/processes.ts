import { readdir, readFile } from 'node:fs/promises'

/** Everything that descends from a process. */
export async function descendants(root: number): Promise<number[]> {
  const ids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = await Promise.all(ids.map(async id => [id, await parentOf(id)] as const))
  const below = (id: number): number[] =>
    parents.flatMap(([child, parent]) => (parent === id ? [child, ...below(child)] : []))
  return below(root)
}

async function parentOf(id: number): Promise<number> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0)
}

export async function isRunning(id: number): Promise<boolean> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
  return status !== '' && !/^State:\s+Z/m.test(status)
}

/** The program that a process runs. */
export async function programOf(id: number): Promise<string> {
  return (await readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')).trim()
}

/** What `nice` says of a process, and of the group that Linux schedules it in; as its own where it makes no groups. */
export async function nicenessOf(id: number): Promise<{ own: number; group: number }> {
  const afterName = (await readFile(`/proc/${id}/stat`, 'utf8')).split(') ')[1]!
  const own = Number(afterName.split(' ')[16])
  const group = /nice (-?\d+)/.exec(await readFile(`/proc/${id}/autogroup`, 'utf8').catch(() => ''))?.[1]
  return { own, group: Number(group ?? own) }
}
