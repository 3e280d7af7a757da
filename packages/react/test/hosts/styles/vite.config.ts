import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [tailwind()], build: { target: 'es2022' } })
