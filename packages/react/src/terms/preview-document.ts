import DOMPurify from 'dompurify'

/** Nothing of the document may load or run, and its links lead nowhere. */
const policy = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'"
const config = {
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'link', 'base', 'meta', 'iframe'],
  FORBID_ATTR: ['style', 'srcset', 'background', 'ping', 'target'],
  ALLOW_DATA_ATTR: false,
  // Links within the text; of pictures those that are in the file itself.
  ALLOWED_URI_REGEXP: /^#/,
  USE_PROFILES: { html: true },
}

/** C-108: HTML that somebody uploaded, sanitised, as the document of a sandboxed frame. */
export function toPreviewDocument(html: string, language: { tag: string; dir: 'ltr' | 'rtl' }): string {
  const body = DOMPurify.sanitize(html, config)
  return `<!doctype html><html lang="${language.tag}" dir="${language.dir}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="color-scheme" content="light dark"></head><body>${body}</body></html>`
}
