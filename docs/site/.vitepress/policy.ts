import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const inlineScript = /<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/g

/** The Content Security Policy under which the built site runs: what its pages have inline is named by its hash. */
export function policyOf(folder: string, platform: string): string {
  const scripts = new Set(
    globSync('**/*.html', { cwd: folder }).flatMap(page =>
      [...readFileSync(join(folder, page), 'utf8').matchAll(inlineScript)].map(([, code = '']) => code),
    ),
  )
  const hashes = [...scripts].map(code => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.sort().join(' ')}`,
    // Colours of code are attributes of its words.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' data: blob: ${platform}`,
    `media-src blob: ${platform}`,
    `connect-src 'self' ${platform}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
