import type { Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}
interface Edit {
  start: number
  end: number
  text: string
}

/** What only the server and the command line read of an endpoint. */
const unread = new Set(['input', 'summary', 'created'])
const core = /\/packages\/core\/src\//
const endpointFile = /\/(kernel\/endpoint|endpoints)\.ts$/

/**
 * The browser sends what an endpoint describes and never checks an answer against its schema, so the schemas stay out of the
 * portal's script: endpoints keep what goes on the wire, and values of core that nothing asks for are left out (decision 0013).
 */
export function wireOnly(): Plugin {
  return {
    name: 'kinora:wire-only',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: core },
      handler(code, id) {
        const program = this.parse(code) as unknown as Node
        const edits = [...pureValues(program), ...(endpointFile.test(id) ? wireParts(program) : [])]
        return { code: apply(code, edits), map: null }
      },
    },
  }
}

/** Core is values and pure functions: what a top-level call makes may be dropped when it isn't used. */
function pureValues(program: Node): Edit[] {
  return (program.body as Node[])
    .map(statement =>
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement,
    )
    .filter(statement => statement?.type === 'VariableDeclaration')
    .flatMap(statement => statement?.declarations as { init: Node | null }[])
    .flatMap(({ init }) =>
      init?.type === 'CallExpression' || init?.type === 'ObjectExpression' ? around(init) : [],
    )
}

const around = ({ start, end }: Node): Edit[] => [
  { start, end: start, text: '/* @__PURE__ */ (() => (' },
  { start: end, end, text: '))()' },
]

function wireParts(program: Node): Edit[] {
  const edits: Edit[] = []
  walk(program, node => {
    if (node.type !== 'ObjectExpression') return
    const fields = (node.properties as Node[]).filter(field => field.type === 'Property')
    const named = new Map(fields.map(field => [(field.key as { name?: string }).name, field]))
    if (!named.has('summary') || !named.has('allow')) return
    for (const [name, field] of named) {
      const value = field.value as Node
      if (name !== undefined && unread.has(name))
        edits.push({ start: value.start, end: value.end, text: 'undefined' })
      if (name === 'output' && !isKept(value)) edits.push({ start: value.start, end: value.end, text: '{}' })
    }
  })
  return edits
}

/** A binary answer is read as such; `define` hands on what it was given. */
const isKept = (value: Node): boolean =>
  value.type === 'MemberExpression' || (value.callee as { name?: string } | undefined)?.name === 'binary'

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') walk(child as Node, visit)
}

function apply(code: string, edits: Edit[]): string {
  return [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
}
