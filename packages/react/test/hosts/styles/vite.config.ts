import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwind()],
  build: { rollupOptions: { input: ['both.html', 'bare.html'] } },
})
