import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { type Issue, type PdfFault, pdfIssue } from '@kinora/core'
import { checkDocumentFile } from '@kinora/core/media'
import { encode } from 'fast-png'
import type { CheckedDocument } from '../../ports/probe.ts'

/** Bytes of memory that a document may need; 10 MB of PDF with large pictures take a quarter of it. */
const MEMORY = 256 * 1_048_576
/** Pixels of the picture of the first page, at most. */
const PICTURE = { width: 480, height: 680 }
/** Bytes at the end in which a whole file says that it ends. */
const TAIL = 4096

let compiled: WebAssembly.Module | undefined

/** DOC-02: by name, size, content, and by opening it as a reader does; never throws for what the file holds. */
export async function checkDocument(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<CheckedDocument | { issues: Issue[] }> {
  const issues = await checkDocumentFile({ name, blob: new Blob([bytes]) })
  if (issues.length > 0) return { issues }
  if (!Buffer.from(bytes.subarray(-TAIL)).includes('%%EOF')) return faulty('damaged')
  try {
    return await open(bytes)
  } catch (error) {
    return faulty(faultOf(error))
  }
}

/** A file gets a reader of its own: what it breaks there, nobody else’s file meets. */
async function open(bytes: Uint8Array): Promise<CheckedDocument | { issues: Issue[] }> {
  const library = await PDFiumLibrary.init({ instantiateWasm: instantiate })
  const document = await library.loadDocument(bytes)
  const pages = document.getPageCount()
  if (pages < 1) return faulty('noPages')
  return { pages, preview: await draw(document) }
}

async function draw(document: PDFiumDocument): Promise<Uint8Array<ArrayBuffer>> {
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('the first page has no size')
  const scale = Math.min(PICTURE.width / originalWidth, PICTURE.height / originalHeight)
  // A strip of a page still has a pixel.
  const [width, height] = [originalWidth, originalHeight].map(side => Math.max(1, Math.round(side * scale)))
  const { data } = await page.render({ width: width!, height: height!, render: toPixels })
  const picture = { width: width!, height: height!, data, channels: 3, depth: 8 } as const
  return new Uint8Array(encode(picture))
}

/** The page is drawn on white, so nothing shines through. */
async function toPixels({ data }: { data: Uint8Array }): Promise<Uint8Array> {
  const pixels = new Uint8Array((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3)
    pixels.set(data.subarray(from, from + 3), to)
  return pixels
}

function instantiate(
  imports: WebAssembly.Imports,
  succeed: (instance: WebAssembly.Instance) => void,
): WebAssembly.Exports {
  compiled ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')),
  )
  const { env = {} } = imports
  const grow = env.emscripten_resize_heap as (size: number) => unknown
  const bounded = (size: number) => (size >>> 0 > MEMORY ? 0 : grow(size))
  const instance = new WebAssembly.Instance(compiled, {
    ...imports,
    env: { ...env, emscripten_resize_heap: bounded },
  })
  succeed(instance)
  return instance.exports
}

const faulty = (fault: PdfFault) => ({ issues: [pdfIssue(fault)] })

/** The reader tells a password in words; one that ended in the middle had no more memory. */
function faultOf(error: unknown): PdfFault {
  if (error instanceof WebAssembly.RuntimeError) return 'tooComplex'
  return /password|security/i.test(String(error)) ? 'encrypted' : 'damaged'
}
