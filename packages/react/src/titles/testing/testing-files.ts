import { page } from 'vitest/browser'

/** Drops files as a person does: on the place whose button begins with the name. */
export function drop(button: string, files: File[]): void {
  const zone = page
    .getByRole('button', { name: new RegExp(`^${button}`) })
    .first()
    .element()
    .closest('.kn-drop')
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  zone?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }))
}

/** A real image, all black. */
export async function image(
  width: number,
  height: number,
  type = 'image/jpeg',
  name = 'cover.jpg',
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type })], name, { type })
}

/** A real, very short film, made by the browser. */
export async function film(width: number, height: number, frames = 12): Promise<File> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')!
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/mp4;codecs=vp9' })
  const parts: Blob[] = []
  recorder.ondataavailable = event => parts.push(event.data)
  const done = new Promise(resolve => {
    recorder.onstop = resolve
  })
  recorder.start()
  for (let frame = 0; frame < frames; frame++) {
    context.fillStyle = `hsl(${frame * 30} 80% 50%)`
    context.fillRect(0, 0, width, height)
    // The recorder takes pictures by the clock: without their time there is no film.
    await new Promise(resolve => setTimeout(resolve, 30))
  }
  recorder.stop()
  await done
  return new File(parts, 'Morning_Flow.mp4', { type: 'video/mp4' })
}
