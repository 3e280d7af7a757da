import { contract, type Endpoint, type KinoraContract } from '@kinora/core'

/** A call of the platform by its name, such as `titles.search`. */
export type CallName = {
  [N in keyof KinoraContract & string]: `${N}.${keyof KinoraContract[N] & string}`
}[keyof KinoraContract & string]

const endpoints = Object.values(contract).flatMap(noun => Object.values(noun) as Endpoint[])

/** The call that a request is, with the parts of its path. */
export function findCall(method: string, path: string) {
  const bare = (text: string) => text.replace(/\/$/, '')
  for (const endpoint of endpoints) {
    const pattern = bare(endpoint.path).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const match = endpoint.method === method && new RegExp(`^${pattern}$`).exec(bare(path))
    if (match) return { endpoint, parts: { ...match.groups } as Readonly<Record<string, string>> }
  }
  return undefined
}
