import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')

const kinds = { ts: 'ts', tsx: 'tsx', mjs: 'js' }

/** A page with its examples as they stand: the code below `<!-- packages/…/ready-made.tsx -->`. */
export const withExamples = page =>
  readFileSync(join(root, page), 'utf8').replace(
    /^<!-- ((?:packages|examples)\/\S+\.(tsx?|mjs)) -->\n(?:```\w+\n.*?^```\n)?/gms,
    (_, file, ending) =>
      `<!-- ${file} -->\n\`\`\`${kinds[ending]}\n${readFileSync(join(root, file), 'utf8')}\`\`\`\n`,
  )

export const partPages = () =>
  globSync(['docs/parts/*.md', 'docs/recipes/*.md', 'docs/testing-your-page.md'], { cwd: root }).sort()

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const page of partPages()) writeFileSync(join(root, page), withExamples(page))
