echo "Hello, ${who:-world}."
echo "This is a shell script run by Millrace."
if [ -n "$MILLRACE_REPORT" ]; then
  echo '{"processed":1,"rejected":0}' >> "$MILLRACE_REPORT"
fi
