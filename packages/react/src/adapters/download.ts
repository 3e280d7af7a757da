import type { BinaryResponse } from '@kinora/core'

/** Hands a file answer to the browser's download, under the name the server gave. */
export async function saveFile(answer: BinaryResponse, fallbackName: string): Promise<string> {
  const blob = answer.body instanceof Blob ? answer.body : await new Response(answer.body as BodyInit).blob()
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = answer.fileName ?? fallbackName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
  return link.download
}

/** Of a write whose answer is a file: it is saved however long it takes, and nothing is read again. */
export const savedAs = (fileName: string) => ({
  invalidates: [],
  timeout: 0,
  onSuccess: (file: BinaryResponse) => saveFile(file, fileName),
})
