const HtmlPlugin = require("html-webpack-plugin");

module.exports = {
  mode: "production",
  // the engine is larger than what webpack warns of
  performance: { hints: false },
  entry: "./post.js",
  output: { path: `${__dirname}/built` },
  module: { rules: [{ test: /\.css$/, use: ["style-loader", "css-loader"] }] },
  plugins: [new HtmlPlugin({ template: "post.html" })],
};
