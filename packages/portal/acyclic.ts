import type { Plugin } from 'vite'

/**
 * Refuses a build whose chunks import each other in a circle: which of them runs first would be chance, and what it reads of the
 * other isn't there yet. Lazy imports may lead back.
 */
export function acyclic(): Plugin {
  return {
    name: 'kinora:acyclic',
    apply: 'build',
    generateBundle(_, bundle) {
      const imports = new Map<string, readonly string[]>()
      for (const [name, file] of Object.entries(bundle))
        if (file.type === 'chunk') imports.set(name, file.imports)
      const circle = findCircle(imports)
      if (circle !== undefined) this.error(`Chunks import each other: ${circle.join(' → ')}`)
    },
  }
}

/** The first circle of a graph, its start repeated at its end. */
export function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): string[] | undefined => {
    const at = path.indexOf(name)
    if (at >= 0) return [...path.slice(at), name]
    if (done.has(name)) return undefined
    for (const next of imports.get(name) ?? []) {
      const circle = visit(next, [...path, name])
      if (circle !== undefined) return circle
    }
    done.add(name)
    return undefined
  }
  for (const name of imports.keys()) {
    const circle = visit(name, [])
    if (circle !== undefined) return circle
  }
  return undefined
}
